import * as z from "zod/mini";
import { dateField } from "~/lib/forms/date-field";

/** Schema of the form that corrects the date from which a user has had a diagram and crew. */
export const sinceSchema = z.strictObject({ since: dateField(undefined) });
