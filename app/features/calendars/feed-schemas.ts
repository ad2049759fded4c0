import * as z from "zod/mini";

/** Alarms before each shift: at 20:00 of the day before ("evening"), two hours before ("start"), or both. */
export const alarmChoices = ["none", "evening", "start", "both"] as const;
export type Alarms = (typeof alarmChoices)[number];

/** Schema of the form with which a user makes the secret calendar URL, or chooses the alarms. */
export const feedSchema = z.strictObject({
	/** Name of the pressed button: "make" or "alarms". */
	intent: z.string(),
	alarms: z.enum(alarmChoices, "Elegí los avisos de la lista."),
});
