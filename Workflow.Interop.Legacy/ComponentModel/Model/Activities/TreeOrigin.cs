using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// The origin of a tree of activities: the workflow type that creates such trees, and the changes since then. The model declares what it needs; the folder of
/// changes implements it. Immutable and thread-safe.
/// </summary>
internal abstract class TreeOrigin
{
    /// <summary>The activities that changes removed from the instance. Saved state can still refer to them.</summary>
    public abstract IReadOnlyList<Activity> Removed { get; }

    /// <summary>Creates a tree of the definition. The tree does not run.</summary>
    public abstract CompositeActivity NewTree();

    /// <summary>True if two definitions of the same type have the same changes.</summary>
    public abstract bool IsSame(TreeOrigin other);

    /// <summary>Returns the errors of a tree; empty if it is valid.</summary>
    public abstract ValidationErrorCollection Validate(Activity root);

    /// <summary>Creates a copy of an activity and its descendants with their current values.</summary>
    /// <exception cref="InvalidOperationException">A value cannot be cloned.</exception>
    public abstract Activity Clone(Activity activity);
}
