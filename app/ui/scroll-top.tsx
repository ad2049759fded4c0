import { Icon } from "./icons";

/**
 * A link to the top of a long page, placed at the end of the page. With `floats`, the link appears in a strip at
 * the bottom of the window once the page is scrolled, and covers no text.
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
