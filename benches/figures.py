#!/usr/bin/env python3
# The figures of docs/engines.md: CPU seconds of the engine for named commands, the median of five runs, and boards beside the reference engine.
# benches/figures.py [--page FILE] [PROGRAM]
# With --page the tables are written between the two comments of that page; without it they are printed.
import json, statistics, subprocess, sys

arguments = sys.argv[1:]
page = None
if arguments[:1] == ['--page']:
    page, arguments = arguments[1], arguments[2:]
PROGRAM = arguments[0] if arguments else 'target/release/nimdsl'

# A command and the sizes it is run with.
COMMANDS = [
    ('table rulesets/wythoff.nim --size', ['1000', '4000', '10000']),
    ('table rulesets/ryuo.nim --set p=3 --size', ['2000']),
    ('table rulesets/triangular.nim --total', ['1999', '19999']),
    ('table rulesets/triangular_wythoff.nim --set c=1 --total', ['1999', '7999']),
    ('table rulesets/triangular_geometric.nim --total', ['1999', '19999']),
    ('table rulesets/ab_triangular.nim --set a=3 --set b=-1 --total', ['1999']),
    ('table rulesets/triangular_wythoff_2.nim --set c=3 --total', ['1999']),
    ('p-positions rulesets/triangular_geometric.nim --up-to', ['1000000000000000000']),
    ('p-positions rulesets/triangular_wythoff.nim --set c=1 --up-to', ['1000000']),
    ('p-positions rulesets/wythoff.nim --up-to', ['1000000']),
    ('periods rulesets/wythoff.nim --rows', ['0..100', '0..200']),
    ('table rulesets/three_heap_1.nim --total', ['200']),
    ('table rulesets/three_heap_3.nim --total', ['200']),
    ('table rulesets/ryuo_three.nim --size', ['200']),
    ('table rulesets/polytope.nim --size', ['100']),
    ('table rulesets/ryuo_pass.nim --size', ['1000']),
]
# Tables of boards and of the reference engine: the same bytes.
BESIDE = [
    ('three_heap_1', '--total 60'), ('ryuo_three', '--size 60'), ('moore', '--size 30'), ('fib_template', '--total 200'),
]


def run(command, runs=5):
    """The median of the engine's CPU seconds, and what was printed."""
    seconds = []
    for _ in range(runs):
        done = subprocess.run([PROGRAM, *command.split(), '--timing', '--threads', '1'], capture_output=True, check=True)
        told = [line for line in done.stderr.decode().splitlines() if line.startswith('{')][-1]
        seconds.append(json.loads(told)['engine'])
    return statistics.median(seconds), done.stdout


def shown(seconds):
    """Two figures that mean something."""
    return f'{seconds:.4f}' if seconds < 0.001 else f'{seconds:.2g}' if seconds < 1 else f'{seconds:.1f}'


lines = ['| command | seconds |', '|---|---|']
for command, sizes in COMMANDS:
    hashed = ' --format hash' if command.startswith('table') else ''
    taken = ', '.join(shown(run(f'{command} {size}{hashed}')[0]) for size in sizes)
    first, *others = sizes
    more = ''.join(f', `{size}`' for size in others)
    lines.append(f'| `nimdsl {command} {first}`{more} | {taken} |')
lines += ['', 'Boards beside the reference engine, with the same bytes:', '', '| table | reference | boards | ratio |', '|---|---|---|---|']
for name, size in BESIDE:
    command = f'table rulesets/{name}.nim {size} --format hash --engine'
    (slow, one), (fast, other) = run(f'{command} reference'), run(f'{command} boards')
    assert one == other, name
    lines.append(f'| `{name}`, {size[2:]} | {shown(slow)} | {shown(fast)} | {slow / fast:.0f} |')
text = '\n'.join(lines)
if page is None:
    print(text)
else:
    old = open(page).read()
    head, rest = old.split('<!-- figures -->\n', 1)
    tail = rest.split('<!-- end -->\n', 1)[1]
    open(page, 'w').write(f'{head}<!-- figures -->\n{text}\n\n<!-- end -->\n{tail}')
