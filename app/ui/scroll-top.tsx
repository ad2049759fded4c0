import { Icon } from "./icons";

/**
 * A link to the top of a long page. It stands at the end of the page, or it `floats`: then it has a strip of its own at
 * the foot of the window, so that it covers no text, and the strip appears once the page is scrolled.
 */
export function ScrollTop({ floats }: { floats?: boolean }) {
	const link = (
		<a className="button" href="#arriba">
			<Icon name="up" /> Volver arriba
		</a>
	);
	if (!floats) return <p>{link}</p>;
	return (
		<div className="scroll-top">
			<p className="floating">{link}</p>
		</div>
	);
}
