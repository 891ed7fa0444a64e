namespace Workflow.Statements;

/// <summary>
/// The completed runs of compensable activities directly inside one other, or outermost, in the order of their completion. Each
/// stays until it is compensated or confirmed. A loop may leave any number of them, so they are linked: to take one out costs the same wherever it is.
/// </summary>
internal sealed class CompensationGroup
{
    /// <summary>The one that completed last, whose turn is first.</summary>
    public CompensationUnit? Last { get; private set; }

    public void Add(CompensationUnit unit)
    {
        unit.Earlier = Last;
        if (Last is not null)
        {
            Last.Later = unit;
        }

        Last = unit;
    }

    public void Remove(CompensationUnit unit)
    {
        if (unit.Earlier is { } earlier)
        {
            earlier.Later = unit.Later;
        }

        if (unit.Later is { } later)
        {
            later.Earlier = unit.Earlier;
        }
        else
        {
            Last = unit.Earlier;
        }

        unit.Earlier = null;
        unit.Later = null;
    }
}
