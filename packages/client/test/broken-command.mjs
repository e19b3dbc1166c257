// A command that cannot start a host.
process.stderr.write('This command is broken.\n');
process.exit(1);
