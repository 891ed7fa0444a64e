namespace Workflow.Statements;

/// <summary>
/// The completed runs of compensable activities directly inside one other, or outermost, in the order of their completion. Each
/// stays until it is compensated or confirmed. A loop may leave any number of them, so they are linked: to take one out costs the same wherever it is.
/// </summary>
internal sealed class CompensationGroup : ISavedPart
{
    public static readonly StateKind Kind = new("group", static () => new CompensationGroup());

    /// <summary>The one that completed last, whose turn is first.</summary>
    public CompensationUnit? Last { get; private set; }

    StateKind ISavedPart.SavedAs => Kind;

    bool ISavedState.IsSound
    {
        get
        {
            CompensationUnit? unit = Last;
            while (unit is not null && unit.IsOf(this))
            {
                unit = unit.Earlier;
            }

            return unit is null;
        }
    }

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

    void ISavedState.Save(StateWriter writer)
    {
        List<CompensationUnit> units = [];
        for (CompensationUnit? unit = Last; unit is not null; unit = unit.Earlier)
        {
            units.Add(unit);
        }

        units.Reverse();
        writer.WriteValues("units", units, typeof(CompensationUnit));
    }

    void ISavedState.Load(StateReader reader)
    {
        foreach (CompensationUnit? unit in reader.ReadValues<CompensationUnit>("units"))
        {
            if (unit is { Earlier: null, Later: null } && !ReferenceEquals(unit, Last))
            {
                Add(unit);
            }
        }
    }
}
