import { Icon } from "./icons";

/** The floating way up. It stands one screen down the page and sticks there, so it shows once the page is scrolled. */
export function ScrollTop() {
	return (
		<div className="scroll-top">
			<a href="#arriba" aria-label="Volver arriba">
				<Icon name="up" />
			</a>
		</div>
	);
}
