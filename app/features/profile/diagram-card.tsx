import { findDiagramName } from "~/features/diagrams/diagram-ids";
import { placeholders } from "~/lib/explained";
import * as messages from "~/lib/messages";
import { Switch } from "~/ui/forms/switch";
import { Icon } from "~/ui/icons";
import { FailureDialog } from "~/ui/toast/toast-message";

interface DiagramCardProps {
	diagram: string | null;
	/** Name of the user's own cycle, which takes the place of a diagram. */
	ownCycle?: string;
	crew: string | null;
	/** Whether the user has a personal position (a start date of their own cycle) instead of a crew. */
	hasOwnPosition: boolean;
	/** Whether the diagram or "Mi turno" opens after each sign-in, not the profile; null until the user has chosen. */
	autoDiagram: boolean | null;
	/** Whether the page that opens by itself is "Mi turno" (my shift) instead of the shift diagram. */
	opensMyShift: boolean;
	/** Whether the user has just used the switch of automatic opening, and it could not be saved. */
	hasFailed?: boolean;
}

/** Names of the drawings of four diagrams, by diagram id. All other diagrams share one drawing. */
const drawings: Readonly<Record<string, string>> = {
	"12horas_aceria": "aceria",
	"12horas_general": "general",
	"12horas_insalubre": "insalubre",
	"12horas_reduccion": "reduccion",
};

/** The user's diagram with a drawing and a link, and the switch of automatic opening. */
export function DiagramCard({ diagram, crew, hasOwnPosition, ...props }: DiagramCardProps) {
	const { ownCycle, opensMyShift } = props;
	const chosen = diagram ? findDiagramName(diagram) : undefined;
	const name = ownCycle ?? (chosen && `Diagrama ${chosen.label}`);
	const drawing = drawings[chosen?.id ?? ""] ?? "turnos";
	const address = crew ? `/diagrams/${chosen?.id}?crew=${crew}` : `/diagrams/${chosen?.id}`;
	const whose = crew ? `Escuadra ${crew}` : "Todas las escuadras";
	return (
		<section className="card" aria-labelledby="diagrama">
			<div className="plate">
				<img src={`/backgrounds/${drawing}.svg`} alt="" width="240" height="180" />
				<div>
					<h2 id="diagrama">{name ?? placeholders.diagram}</h2>
					{name && <p>{hasOwnPosition ? "Tus turnos, sin la letra de una escuadra" : whose}</p>}
					{name ? (
						<a className="btn main" href={hasOwnPosition ? "/my-shift" : address}>
							<Icon name="calendar" /> {hasOwnPosition ? "Ver mi turno" : "Ver mi diagrama"}
						</a>
					) : (
						<a className="btn main" href="/auth/my-account/edit-profile">
							Elegir mi diagrama
						</a>
					)}{" "}
					{ownCycle && (
						<a className="btn" href="/my-shift/find?view=cycle">
							Cambiar mi ciclo
						</a>
					)}
					{!name && (
						<a className="btn" href="/my-shift/find?view=cycle">
							No está: escribir mi ciclo
						</a>
					)}
				</div>
			</div>
			<AutomaticOpening
				isOn={props.autoDiagram === true}
				opens={name === undefined ? undefined : opensMyShift ? "Mi turno" : "tu diagrama"}
				hasFailed={props.hasFailed}
			/>
		</section>
	);
}

interface AutomaticOpeningProps {
	isOn: boolean;
	/** The page that opens if the setting is on; undefined without a shift diagram. */
	opens?: "Mi turno" | "tu diagrama";
	hasFailed?: boolean;
}

/** Switch of the page that opens by itself. The text names the current state; the button offers the other one. */
function AutomaticOpening({ isOn, opens, hasFailed }: AutomaticOpeningProps) {
	const whenOn = opens
		? `Está activada: al ingresar se abre ${opens}.`
		: "Está activada: falta que elijas tu diagrama.";
	return (
		<div>
			<h3>Apertura automática</h3>
			<Switch
				intent="autoDiagram"
				name="autoDiagram"
				isOn={isOn}
				submit={isOn ? "Desactivar" : "Activar"}
				id="automatica"
				hasFailed={hasFailed}
				alert={<FailureDialog text={messages.somethingWrong} brief />}
			>
				{isOn ? whenOn : "Está desactivada: al ingresar se abre tu perfil."}
			</Switch>
		</div>
	);
}
