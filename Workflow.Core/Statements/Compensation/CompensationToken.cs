namespace Workflow.Statements;

/// <summary>Identifies one completed run of a <see cref="CompensableActivity"/>, for <see cref="Compensate"/> and <see cref="Confirm"/>.</summary>
/// <remarks>A token is valid only in the workflow instance that created it. A token has no members, so sharing it is thread-safe.</remarks>
public sealed class CompensationToken : ISavedPart
{
    /// <summary>The execution property with which a compensable activity finds the one that contains it.</summary>
    internal const string PropertyName = "Workflow.Statements.CompensationToken";

    internal static readonly StateKind Kind = new("token", static () => new CompensationToken(null!));

    internal CompensationToken(CompensationUnit unit) => Unit = unit;

    internal CompensationUnit Unit { get; private set; }

    StateKind ISavedPart.SavedAs => Kind;

    void ISavedState.Save(StateWriter writer) => writer.WriteValue("unit", Unit, typeof(CompensationUnit));

    void ISavedState.Load(StateReader reader) => Unit = reader.ReadRequired<CompensationUnit>("unit");
}
