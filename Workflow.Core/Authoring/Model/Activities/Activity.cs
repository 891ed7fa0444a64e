using System.Collections.ObjectModel;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Workflow.Foundation;
using Workflow.Validation;

namespace Workflow;

/// <summary>The base class of activities. A tree of activities is the definition of a workflow, which all of its instances share.</summary>
/// <remarks>
/// An activity object is a description and has no state of an instance. A tree is walked and frozen once, at its first use as the root of a workflow;
/// later changes have no effect (rule 12.3). After that, any number of threads can run the tree at the same time.
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
[DynamicallyAccessedMembers(Reflected)]
public abstract class Activity
{
    /// <summary>
    /// The members of every activity that trimming must keep: the properties that declare arguments and children (rule 12.7), and the methods that are
    /// callbacks (rule 1.10).
    /// </summary>
    internal const DynamicallyAccessedMemberTypes Reflected = DynamicallyAccessedMemberTypes.PublicProperties
        | DynamicallyAccessedMemberTypes.PublicMethods | DynamicallyAccessedMemberTypes.NonPublicMethods;

    private string? _displayName;
    private NonNullCollection<Constraint>? _constraints;
    private ActivityDeclaration? _walk;

    /// <summary>Initializes an activity.</summary>
    protected Activity()
    {
    }

    /// <summary>The name in errors and records; the name of the type by default. Null restores the default.</summary>
    public string DisplayName
    {
        get => _displayName ?? TypeNames.Of(GetType());
        set => _displayName = value;
    }

    /// <summary>The id in the tree, such as "1.2.1" (rule 12.1); null before the tree is walked.</summary>
    public string? Id => Space?.IdOf(LocalNumber);

    /// <summary>
    /// Creates the implementation of an activity that composes other activities. Called once in each walk over the definition. Null, the default, if the
    /// activity does nothing.
    /// </summary>
    protected virtual Func<Activity>? Implementation { get; set; }

    /// <summary>
    /// Constraints for this activity and its position in the tree. Each constraint is evaluated when a definition that contains the activity is walked (rule
    /// 12.4). Empty by default.
    /// </summary>
    protected Collection<Constraint> Constraints => _constraints ??= [];

    /// <summary>True if the collection of constraints was created; most activities have none.</summary>
    internal bool HasConstraints => _constraints is not null;

    /// <summary>The constraints for the walk: empty if the collection was not created.</summary>
    internal ReadOnlySpan<Constraint> OwnConstraints => NonNullCollection.ElementsOf(_constraints);

    /// <summary>The index in the program of the last walk; undefined before the first walk.</summary>
    internal int Number { get; set; }

    /// <summary>The activity's plan in the program of the last walk.</summary>
    internal ControlFlowTarget? Plan { get; set; }

    /// <summary>The number in the id space.</summary>
    internal int LocalNumber { get; set; }

    /// <summary>The id space of the last walk.</summary>
    internal IdSpace? Space { get; set; }

    /// <summary>The last walk that included this activity. Two walks never share this object.</summary>
    internal ActivityDeclaration? Walk => _walk;

    /// <summary>The activity that declared this activity first in the last walk; null for the root.</summary>
    internal Activity? Parent { get; set; }

    /// <summary>The relation to the parent.</summary>
    internal ChildRelation Relation { get; set; }

    /// <summary>The frozen definition of the tree with this root.</summary>
    internal FrozenTree? FrozenProgram { get; set; }

    /// <summary>The text for debuggers.</summary>
    internal string DebuggerText => DebuggerTexts.Of(this);

    internal virtual ActivityKind Kind => ActivityKind.Composite;

    /// <summary>The control flow as steps, read after the declaration; null for an activity without steps.</summary>
    internal virtual ControlFlowProgram? Steps => null;

    /// <summary>The traits that affect descendants.</summary>
    internal virtual ActivityTraits Traits => ActivityTraits.None;

    /// <summary>True if the child runs independently of its ancestors and may outlive the instance of this activity (rule 11.1).</summary>
    internal virtual bool RunsIndependently(Activity child) => false;

    /// <summary>The kinds of objects, besides plain values, that instances of the activity keep; used when the first instance is saved or loaded.</summary>
    internal virtual IReadOnlyList<StateKind> SavedKinds => [];

    /// <summary>
    /// True if the activity has code of an assembly that can be unloaded. Objects that outlive the definition must then not keep the activity alive.
    /// </summary>
    internal virtual bool IsUnloadable => GetType().IsCollectible;

    /// <summary>True if a native activity may create bookmarks.</summary>
    internal virtual bool InducesIdle => false;

    /// <summary>The type of the values with which named bookmarks of a native activity can be resumed; null for any value.</summary>
    internal virtual Type? ResumedWith => null;

    /// <summary>Executes a code activity and stores its result, if it has one, in the location.</summary>
    internal virtual void RunCode(CodeActivityContext context, Location? result) => throw new NotSupportedException();

    /// <summary>Executes a native activity.</summary>
    internal virtual void RunNative(NativeActivityContext context) => throw new NotSupportedException();

    /// <summary>Calls <c>Cancel</c> of a native activity.</summary>
    internal virtual void CancelNative(NativeActivityContext context) => throw new NotSupportedException();

    /// <summary>Calls <c>Abort</c> of a native activity.</summary>
    internal virtual void AbortNative(NativeActivityAbortContext context) => throw new NotSupportedException();

    /// <summary>Returns the id and the display name, such as "1.2: Approve". The id is empty before the tree is walked.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => $"{Id}: {DisplayName}";

    /// <summary>Declares arguments, variables, children and delegates. The default declares those in the public properties (rule 12.7).</summary>
    /// <param name="metadata">Collects the declarations.</param>
    protected virtual void CacheMetadata(ActivityMetadata metadata) => metadata.Declaration.Reflect(this, ReflectedParts.Composite);

    /// <summary>Adds the activity to a walk.</summary>
    /// <param name="walk">The walk.</param>
    /// <param name="former">The walk that the activity belonged to; null for none.</param>
    /// <returns>
    /// False if the activity remains in the former walk, because that walk is active on another thread or because another walk added the activity at the same
    /// time.
    /// </returns>
    internal bool Join(ActivityDeclaration walk, out ActivityDeclaration? former)
    {
        // Two walks on two threads may reach the activity at the same time. If both numbered it, the program of one walk would find it by a number of the
        // other.
        // Therefore only the walk that replaces the value that it has checked gets the activity.
        former = Volatile.Read(ref _walk);
        return former?.IsActiveOnOtherThread != true && Interlocked.CompareExchange(ref _walk, walk, former) == former;
    }

    /// <summary>Describes the position of the activity after the last walk, for messages that distinguish two positions.</summary>
    internal string DescribePosition() =>
        Walk?.Root is { } root && root != this ? $"'{DisplayName}' of the workflow '{root.DisplayName}'" : $"the workflow '{DisplayName}'";

    /// <summary>Returns the properties that contain other activities, with index or key if a property contains several. Used only for messages.</summary>
    internal virtual IEnumerable<(string Name, Activity Child)> NamedChildren() => TypeMetadata.Of(this).NamedChildrenOf(this);

    /// <summary>Finds the nearest ancestor with a trait, also across implementations; null if there is none. Usable while this activity is declared.</summary>
    internal Activity? Enclosing(ActivityTraits trait)
    {
        Activity? around = Parent;
        while (around is not null && (around.Traits & trait) == 0)
        {
            around = around.Parent;
        }

        return around;
    }

    /// <summary>Calls the <c>CacheMetadata</c> override for the kind of the activity.</summary>
    internal virtual void Declare(ActivityDeclaration declaration)
    {
        CacheMetadata(new ActivityMetadata(declaration));
        declaration.Implementation = Implementation;
    }
}
