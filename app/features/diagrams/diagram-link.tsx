import { CycleStrip } from "./cycle-strip";
import type { DiagramName } from "./diagram-ids";

/** A link of the home page to a shift diagram, with the colours of its cycle. */
export function DiagramLink({ name, cycle, crews }: { name: DiagramName; cycle?: string; crews?: number }) {
	return (
		<li>
			<a className="card" href={`/diagrams/${name.id}`}>
				<strong>{name.label}</strong>
				{cycle && <CycleStrip cycle={cycle} />}
				<span className="hint">
					{cycle ? `${crews} escuadras · ciclo de ${cycle.length} días` : "sin datos"}
				</span>
			</a>
		</li>
	);
}
