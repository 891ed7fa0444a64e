namespace Workflow.Statements;

/// <summary>
/// The completed units directly inside another unit, or outside of all units, in the order of their completion. A unit is removed when it is compensated or
/// confirmed. A loop may create any number of units, so they form a linked list, in which a removal has constant cost.
/// </summary>
internal sealed class CompensationGroup : ISavedPart
{
    public static readonly StateKind Kind = new("group", static () => new CompensationGroup());

    /// <summary>The unit that completed last, which is handled first.</summary>
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
