import type { Todo, TodoNews } from './todo-news.ts';

/** How Claude Code answers a call that made a task: the id under which it is changed. */
const MADE = /^Task #(\d{1,9}) created\b/;
/** Maximum number of todos that are remembered. */
const MAX_TODOS = 100;

/** The list of an agent as its calls left it. */
export class TodoList {
  readonly #todos = new Map<string, Todo>();
  #isUsed = false;

  /** Takes what a call that succeeded did; `answer` is its result. A task without an id could never be told done: it is left out. */
  take(news: TodoNews, answer: string): void {
    this.#isUsed = true;
    if (news.kind === 'all') {
      this.#todos.clear();
      for (const [place, todo] of news.todos.entries()) this.#put(String(place), todo);
    } else if (news.kind === 'made') {
      const id = MADE.exec(answer)?.[1];
      if (id !== undefined) this.#put(id, { text: news.text, status: 'open' });
    } else this.#change(news);
  }

  /** Null while the agent kept no list. */
  todos(): Todo[] | null {
    return this.#isUsed ? [...this.#todos.values()] : null;
  }

  #change({ id, text, status }: Extract<TodoNews, { kind: 'changed' }>): void {
    const known = this.#todos.get(id);
    if (status === 'gone') this.#todos.delete(id);
    // A task of an earlier session, of which nothing is known here.
    else if (known || text !== null) {
      this.#put(id, { text: text ?? known?.text ?? '', status: status ?? known?.status ?? 'open' });
    }
  }

  #put(id: string, todo: Todo): void {
    if (this.#todos.has(id) || this.#todos.size < MAX_TODOS) this.#todos.set(id, todo);
  }
}
