/** The tables as Kysely sees them. Keep in step with `migrations/`. */
export interface DB {
	diagramas: DiagramasTable;
	diagram_pictures: DiagramPicturesTable;
	feriados: FeriadosTable;
}

export interface DiagramasTable {
	id: string;
	position: number;
	cycle: string;
	crews: number;
	offset_days: number;
	anchor: string;
	/** JSON: `{"M": ["06:00", "14:00"]}` */
	hours: string;
	/** JSON: `[7]` */
	closed_weekdays: string;
	/** UTC milliseconds */
	updated_at: number;
}

export interface DiagramPicturesTable {
	diagram_id: string;
	period: string;
	file: string;
	hash: string;
	width: number;
	height: number;
}

export interface FeriadosTable {
	date: string;
	name: string;
	kind: "feriado" | "no_laborable" | "gremial";
	confirmed: 0 | 1;
	source: string;
}
