import { CycleStrip } from "./cycle-strip";
import type { DiagramName } from "./diagram-ids";
import { diagramPath } from "./periods";

interface DiagramLinkProps {
	name: DiagramName;
	cycle?: string;
	crews?: number;
	/** Letter of the visitor's crew in this diagram. */
	crew?: string | null;
}

/** A link of the home page to a shift diagram, with the colours of its cycle. */
export function DiagramLink({ name, cycle, crews, crew }: DiagramLinkProps) {
	return (
		<li>
			<a className="card" href={diagramPath(name.id, crew)}>
				<strong>{name.label}</strong>
				{cycle && <CycleStrip cycle={cycle} />}
				<span className="hint">
					{cycle ? `${crews} escuadras · ciclo de ${cycle.length} días` : "sin datos"}
				</span>
			</a>
		</li>
	);
}
