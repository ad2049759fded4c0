import { median } from "../../figures/statistics";
import { numberText, type Row } from "../../figures/table";
import { migrate, startEmptyRemix, startRelevo } from "../../servers/programs";

const ROUNDS = 5;
const MAX_TIMES = 3;

export async function measureStart(): Promise<Row[]> {
	const ours: number[] = [];
	const migrations: number[] = [];
	const empty: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		empty.push(await timeOf(startEmptyRemix));
		const begun = performance.now();
		migrate();
		migrations.push(performance.now() - begun);
		ours.push((migrations.at(-1) ?? 0) + (await timeOf(startRelevo)));
	}
	const [time, reference, migration] = [median(ours), median(empty), median(migrations)];
	return [
		{
			id: "start",
			what: "Segundo arranque hasta escuchar",
			figure: `${numberText(time)} ms (migrate: ${numberText(migration)} ms)`,
			reference: `${numberText(reference)} ms, remix-serve vacío`,
			value: time / reference,
			unit: "×",
			bound: { atMost: MAX_TIMES },
		},
	];
}

async function timeOf(start: typeof startRelevo): Promise<number> {
	const begun = performance.now();
	const program = await start();
	const time = performance.now() - begun;
	await program.stop();
	return time;
}
