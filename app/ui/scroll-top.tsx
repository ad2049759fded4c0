import { Icon } from "./icons";

/**
 * A floating link to the top of the page. It is placed one screen down and sticks, so it is visible only once the
 * page is scrolled.
 */
export function ScrollTop() {
	return (
		<div className="scroll-top">
			<a href="#arriba" aria-label="Volver arriba">
				<Icon name="up" />
			</a>
		</div>
	);
}
