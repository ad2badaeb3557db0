import { didYouMean } from '../scenarios/nearestWord';
import { churn } from './churn';
import { compare } from './compare';
import { conformance } from './conformance';
import { diagnose } from './diagnose';
import { explore } from './explore';
import { BadInput, refuse } from './failure';
import { help } from './help';
import { minimise } from './minimise';
import type { Outcome } from './outcome';
import { run } from './run';

const VERBS = new Map<string, (args: readonly string[]) => Outcome | Promise<Outcome>>([
  ['run', run],
  ['compare', compare],
  ['conformance', conformance],
  ['churn', churn],
  ['diagnose', diagnose],
  ['explore', explore],
  ['minimise', minimise],
  ['help', help],
]);

function main(args: readonly string[]): Outcome | Promise<Outcome> {
  const [verb = 'help', ...rest] = args;
  if (verb === '--help' || verb === '-h') return help();
  const act = VERBS.get(verb);
  return act === undefined ? refuse(`unknown verb ${verb}`, didYouMean(verb, [...VERBS.keys()])) : act(rest);
}

// A reader that has seen enough closes the pipe; that is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  const { exit, text } = await main(process.argv.slice(2));
  process.stdout.write(text);
  process.exitCode = exit;
} catch (error) {
  if (!(error instanceof BadInput)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}
