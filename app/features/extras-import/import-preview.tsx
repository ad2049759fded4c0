import type { SerializeFrom } from "@remix-run/node";
import type { previewOf } from "./preview.server";
import type { RefusedRow } from "./read-extras.server";

const IMPORT = "/auth/work-overtime/import";

type Preview = SerializeFrom<typeof previewOf> & {
	/** Who is shown the preview. */
	person?: string;
	/** Why the import was not done. */
	note?: string;
};

/** Preview of an import, with the confirm button. */
export function ImportPreviewSection({ preview }: { preview: Preview }) {
	const { addedCount, knownCount, refusedCount, first, refused, rows, hasRoom, most, person, note } = preview;
	return (
		<>
			{note && (
				<p className="note" role="status">
					{note}
				</p>
			)}
			<div className="card">
				<h2>{addedCount === 0 ? "No hay extras nuevas" : `${counted(addedCount)} para agregar`}</h2>
				{first.length > 0 && (
					<ul className="prose">
						{first.map(({ line, text }) => (
							<li key={line}>{text}</li>
						))}
						{addedCount > first.length && <li>y {formatCount(addedCount - first.length)} más</li>}
					</ul>
				)}
				{knownCount > 0 && <p>{knownText(knownCount)}</p>}
				{refusedCount > 0 && <Refused count={refusedCount} rows={refused} />}
			</div>
			{!hasRoom && (
				<p className="note">
					Con estas pasarías las {formatCount(most)} extras, que es el máximo. No se importó nada: eliminá las
					que ya no necesites, o importá menos.
				</p>
			)}
			{addedCount > 0 && hasRoom ? (
				<form className="form" method="post" encType="multipart/form-data">
					<input type="hidden" name="confirmed" value={rows} />
					{person && <input type="hidden" name="person" value={person} />}
					<p className="row">
						<button className="btn main" type="submit">
							Importar {counted(addedCount)}
						</button>
						<a className="btn" href={IMPORT}>
							Cancelar
						</a>
					</p>
				</form>
			) : (
				<p className="row">
					<a className="btn" href={IMPORT} target="_self">
						Elegir otro archivo
					</a>
				</p>
			)}
		</>
	);
}

function Refused({ count, rows }: { count: number; rows: readonly RefusedRow[] }) {
	return (
		<details className="fold" open>
			<summary>{count === 1 ? "1 línea que no entra" : `${formatCount(count)} líneas que no entran`}</summary>
			<ul className="prose">
				{rows.map(({ line, reason }) => (
					<li key={line}>
						Línea {line}. {reason}
					</li>
				))}
				{count > rows.length && <li>y {formatCount(count - rows.length)} más</li>}
			</ul>
		</details>
	);
}

function knownText(count: number): string {
	return count === 1
		? "1 extra que ya tenés o que está repetida: no se agrega ni cambia."
		: `${counted(count)} que ya tenés o que están repetidas: no se agregan ni cambian.`;
}

function counted(count: number): string {
	return count === 1 ? "1 extra" : `${formatCount(count)} extras`;
}

function formatCount(count: number): string {
	return count.toLocaleString("es-AR");
}
