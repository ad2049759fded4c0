import { safetyRules } from "~/features/safety/rules";
import { pageTitle } from "~/ui/page-title";
import { ScrollTop } from "~/ui/scroll-top";

/** Number of safety signs visible without scrolling on a phone. */
const EAGER_SIGNS = 2;

export const meta = () =>
	pageTitle(
		"Seguridad",
		"Diez reglas de seguridad para trabajar en planta: atrapamiento, bloqueo, altura, cargas, espacio confinado y más.",
	);

export const handle = { cacheKey: [] };

export default function SecurityPage() {
	return (
		<>
			<h1>Diez reglas de seguridad</h1>
			<p className="lead">Para volver a casa igual que como saliste.</p>
			<ol className="signs">
				{safetyRules.map(({ image, title, description, alt }, index) => (
					<li key={title} className="rule">
						<img
							src={image}
							width="160"
							height="160"
							alt={alt}
							loading={index >= EAGER_SIGNS ? "lazy" : undefined}
							decoding="async"
						/>
						<h2>
							<span>{index + 1}</span> {title}
						</h2>
						<p>{description}</p>
					</li>
				))}
			</ol>
			<p className="note">Estas reglas son una ayuda general. Vale siempre el procedimiento de tu planta.</p>
			<ScrollTop floats />
		</>
	);
}
