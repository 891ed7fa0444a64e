namespace Workflow.Statements;

/// <summary>Stands for one completed run of a <see cref="CompensableActivity"/>: what <see cref="Compensate"/> and <see cref="Confirm"/> are pointed at.</summary>
/// <remarks>It belongs to the workflow instance that made it and means nothing to another one. It has no members, and is as safe to share as any reference.</remarks>
public sealed class CompensationToken : ISavedPart
{
    /// <summary>The execution property by which a compensable activity finds the one that it is inside of.</summary>
    internal const string PropertyName = "Workflow.Statements.CompensationToken";

    internal static readonly StateKind Kind = new("token", static () => new CompensationToken(null!));

    internal CompensationToken(CompensationUnit unit) => Unit = unit;

    internal CompensationUnit Unit { get; private set; }

    StateKind ISavedPart.SavedAs => Kind;

    void ISavedState.Save(StateWriter writer) => writer.WriteValue("unit", Unit, typeof(CompensationUnit));

    void ISavedState.Load(StateReader reader) => Unit = reader.ReadRequired<CompensationUnit>("unit");
}
