import { Icon } from "./icons";

/** Link to the top of a long page. With `floats`, the link appears at the bottom of the window after scrolling. */
export function ScrollTop({ floats }: { floats?: boolean }) {
	const link = (
		<a className="btn" href="#arriba">
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
