namespace Workflow.Foundation;

/// <summary>Messages for users who trim their program or compile it to native code; see docs/host/trimming-and-aot.md.</summary>
internal static class TrimmingNotes
{
    public const string ByName = "Members are looked up by name, and trimming may have removed them; use a lambda instead.";

    public const string ByType =
        "Generic classes are made for types that are known at run time only, and native code may not have them; name the types in the code.";

    public const string Room = "namespaceanddescendants", Values = "~N:Workflow.Persistence", Snapshots = "~N:Workflow.Runtime.Snapshots";

    public const string OfValues = "A trimmed program has no contracts by reflection; a value without a contract is refused when it is saved.";

    public const string Maker = "Whoever makes the activity is warned.";

    public const string Descriptors = "Descriptors of properties look for converters and attributes that trimming may have removed.";
}
