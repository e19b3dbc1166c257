import { bridgeStarts } from './scripts/bench/starts.ts'; import { twicewise } from './scripts/bench/sides.ts';
const names = process.argv.slice(3); const n = Number(process.argv[2]);
const sides = names.map((r, i) => twicewise(i ? 'against' : 'ours', r));
const all: any = {}; for (let k = 0; k < n; k++) for (const [i, s] of sides.entries()) { const t = await bridgeStarts(s, 1); ((all[names[i]!] ??= { cold: [], warm: [] }).cold.push(...t!.cold)); all[names[i]!].warm.push(...t!.warm); }
for (const k in all) { const f = (a: number[]) => a.sort((x, y) => x - y).map((x) => x.toFixed(0)).join(' '); console.log(k, 'cold', f(all[k].cold), '| warm', f(all[k].warm)); }
