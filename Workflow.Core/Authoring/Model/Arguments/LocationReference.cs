using Workflow.Data;

namespace Workflow;

/// <summary>A reference to a location that exists in each run of a definition: an argument, a variable or a delegate argument.</summary>
public abstract class LocationReference
{
    /// <summary>Initializes a reference.</summary>
    protected LocationReference()
    {
    }

    /// <summary>The name; empty or null if there is none.</summary>
    public string? Name => NameCore;

    /// <summary>The type of the value.</summary>
    public Type Type => TypeCore;

    /// <summary>The name.</summary>
    protected abstract string? NameCore { get; }

    /// <summary>The type of the value.</summary>
    protected abstract Type TypeCore { get; }

    /// <summary>The scope that declares the slot; 0 before a definition that contains the reference is walked.</summary>
    internal long ScopeId { get; set; }

    /// <summary>The index in the scope's environment.</summary>
    internal int Slot { get; set; }

    /// <summary>
    /// The scope id for the code of the declaring activity; 0 if only expressions can read the reference, which is a public variable or a delegate argument
    /// (rule 4.8).
    /// </summary>
    internal long OwnScopeId { get; set; }

    /// <summary>The activity that declares the reference in the last walk.</summary>
    internal Activity? Owner { get; set; }

    /// <summary>Gets the location in the run to which the context belongs.</summary>
    /// <param name="context">A context in which the reference is visible.</param>
    /// <returns>The location. It is the same object each time while the scope exists.</returns>
    public abstract Location GetLocation(ActivityContext context);

    /// <summary>The kind of the slot; null for a reference without a slot.</summary>
    internal virtual SlotKind? SlotKind => null;
}
