using Workflow.Data;

namespace Workflow;

/// <summary>Names a place that exists in each run of a definition: an argument, a variable, a delegate argument.</summary>
public abstract class LocationReference
{
    /// <summary>Initializes the base of a reference.</summary>
    protected LocationReference()
    {
    }

    /// <summary>The name; empty or null for one that has none.</summary>
    public string? Name => NameCore;

    /// <summary>The type of the value.</summary>
    public Type Type => TypeCore;

    /// <summary>The name.</summary>
    protected abstract string? NameCore { get; }

    /// <summary>The type of the value.</summary>
    protected abstract Type TypeCore { get; }

    /// <summary>Which scope declares the slot; 0 until a definition that contains it has been walked.</summary>
    internal long ScopeId { get; set; }

    /// <summary>The index in the scope's environment.</summary>
    internal int Slot { get; set; }

    /// <summary>The scope id for the declaring activity's own code; 0 for what only expressions read: a public variable, a delegate argument (rule 4.8).</summary>
    internal long OwnScopeId { get; set; }

    /// <summary>The activity that declares it, in the last walk.</summary>
    internal Activity? Owner { get; set; }

    /// <summary>The place in the run that the context belongs to.</summary>
    /// <param name="context">A context from which the place is visible.</param>
    /// <returns>The same object each time while the scope lives.</returns>
    public abstract Location GetLocation(ActivityContext context);

    /// <summary>The kind of slot it needs; null for a reference that has no slot of its own.</summary>
    internal virtual SlotKind? SlotKind => null;
}
