import type { ReactNode } from "react";

interface ListPageProps {
	title: string;
	/** Which part of the list is shown, below its title. */
	part?: string;
	/** What can be done with the list, beside its title. */
	tools?: ReactNode;
	/**
	 * Link that adds a record. It floats below the list, but keyboards and screen readers reach it before the list. A
	 * list without rows has it in the list's place.
	 */
	add?: ReactNode;
	children: ReactNode;
}

/** Page with a list of a user's records. */
export function ListPage({ title, part, tools, add, children }: ListPageProps) {
	return (
		<div className="list-page">
			<div className="head">
				<div>
					<h1>{title}</h1>
					{part && <h2 className="group part">{part}</h2>}
				</div>
				{tools}
			</div>
			{add && <p className="floating">{add}</p>}
			<div>{children}</div>
		</div>
	);
}
