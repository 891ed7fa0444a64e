using System.Collections.ObjectModel;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using Workflow.Foundation;
using Workflow.Validation;

namespace Workflow;

/// <summary>One step of a workflow, and the tree of steps below it: a definition, shared by all of its runs.</summary>
/// <remarks>
/// An activity object describes; it holds no state of a run. A tree is walked and frozen once, at its first use as the root
/// of a workflow; later changes have no effect on it (rule 12.3). After that any number of threads may run it at once.
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
[DynamicallyAccessedMembers(Reflected)]
public abstract class Activity
{
    /// <summary>What survives trimming of every activity: the properties that declare arguments and children (rule 12.7), and the methods that are callbacks (rule 1.10).</summary>
    internal const DynamicallyAccessedMemberTypes Reflected = DynamicallyAccessedMemberTypes.PublicProperties
        | DynamicallyAccessedMemberTypes.PublicMethods | DynamicallyAccessedMemberTypes.NonPublicMethods;

    private string? _displayName;
    private NonNullCollection<Constraint>? _constraints;
    private ActivityDeclaration? _walk;

    /// <summary>Initializes the base of an activity.</summary>
    protected Activity()
    {
    }

    /// <summary>The name that errors and records show; the type's name by default. Null resets it to that default.</summary>
    public string DisplayName
    {
        get => _displayName ?? TypeNames.Of(GetType());
        set => _displayName = value;
    }

    /// <summary>The id in the tree, such as "1.2.1" (rule 12.1); null until the tree has been walked.</summary>
    public string? Id => Space?.IdOf(LocalNumber);

    /// <summary>
    /// Builds what the activity consists of, for an activity that composes others. It is called once in each walk over the
    /// definition; null, the default, means that it does nothing.
    /// </summary>
    protected virtual Func<Activity>? Implementation { get; set; }

    /// <summary>Rules on this activity and its place in the tree; each is evaluated whenever a definition that contains it is walked (rule 12.4). Empty by default.</summary>
    protected Collection<Constraint> Constraints => _constraints ??= [];

    /// <summary>Whether anybody asked for the collection; nearly no activity has one.</summary>
    internal bool HasConstraints => _constraints is not null;

    /// <summary>The same for the walk: empty for an activity that never asked for its collection.</summary>
    internal ReadOnlySpan<Constraint> OwnConstraints => NonNullCollection.ElementsOf(_constraints);

    /// <summary>The position in the program of the tree that was walked last; meaningless before.</summary>
    internal int Number { get; set; }

    /// <summary>The activity's plan in the program of the last walk.</summary>
    internal StepTarget? Plan { get; set; }

    /// <summary>The number inside the id space.</summary>
    internal int LocalNumber { get; set; }

    /// <summary>The id space of the last walk.</summary>
    internal IdSpace? Space { get; set; }

    /// <summary>The last walk that met this activity; two walks never share the object.</summary>
    internal ActivityDeclaration? Walk => _walk;

    /// <summary>Who declared it first in the last walk; null for the root.</summary>
    internal Activity? Parent { get; set; }

    /// <summary>How the parent holds it.</summary>
    internal ChildRelation Relation { get; set; }

    /// <summary>The frozen definition of a tree whose root this is.</summary>
    internal FrozenTree? FrozenProgram { get; set; }

    /// <summary>What a debugger shows.</summary>
    internal string DebuggerText => DebuggerTexts.Of(this);

    internal virtual ActivityKind Kind => ActivityKind.Composite;

    /// <summary>The control flow as steps, asked for after the declaration; null for an activity that only its methods describe.</summary>
    internal virtual StepProgram? Steps => null;

    /// <summary>What the activity means to those below it.</summary>
    internal virtual ActivityTraits Traits => ActivityTraits.None;

    /// <summary>Whether one of its children runs apart from what is around this activity, whose own run may be over then (rule 11.1).</summary>
    internal virtual bool RunsApart(Activity child) => false;

    /// <summary>The kinds of objects that its runs keep beside plain values; asked for when the first instance is saved or loaded.</summary>
    internal virtual IReadOnlyList<StateKind> SavedKinds => [];

    /// <summary>Whether a native activity may create bookmarks.</summary>
    internal virtual bool InducesIdle => false;

    /// <summary>Executes a code activity; its result, if it has one, goes to the place.</summary>
    internal virtual void RunCode(CodeActivityContext context, Location? result) => throw new NotSupportedException();

    /// <summary>Executes a native activity.</summary>
    internal virtual void RunNative(NativeActivityContext context) => throw new NotSupportedException();

    /// <summary>Calls a native activity's <c>Cancel</c>.</summary>
    internal virtual void CancelNative(NativeActivityContext context) => throw new NotSupportedException();

    /// <summary>Calls a native activity's <c>Abort</c>.</summary>
    internal virtual void AbortNative(NativeActivityAbortContext context) => throw new NotSupportedException();

    /// <summary>Id and display name, such as "1.2: Approve"; without the id before the tree has been walked.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => $"{Id}: {DisplayName}";

    /// <summary>Declares arguments, variables, children and delegates; by default those that the public properties hold (rule 12.7).</summary>
    /// <param name="metadata">Takes the declarations.</param>
    protected virtual void CacheMetadata(ActivityMetadata metadata) => metadata.Declaration.Reflect(this, ReflectedParts.Composite);

    /// <summary>Makes the activity part of a walk.</summary>
    /// <param name="walk">The walk.</param>
    /// <param name="former">The walk that it belonged to; the activity stays there when that one is under way on another thread, and in the one that came first.</param>
    /// <returns>Whether it is part of the walk.</returns>
    internal bool Join(ActivityDeclaration walk, out ActivityDeclaration? former)
    {
        former = Volatile.Read(ref _walk);
        return former?.IsUnderWayElsewhere != true && Interlocked.CompareExchange(ref _walk, walk, former) == former;
    }

    /// <summary>Where it stands after the last walk, for messages that tell two places apart.</summary>
    internal string DescribePlace() =>
        Walk?.Root is { } root && root != this ? $"'{DisplayName}' of the workflow '{root.DisplayName}'" : $"the workflow '{DisplayName}'";

    /// <summary>The properties that hold other activities, with index or key where they hold several; asked for by messages only.</summary>
    internal virtual IEnumerable<(string Place, Activity Child)> NamedPlaces() => TypeMetadata.Of(this).PlacesOf(this);

    /// <summary>The nearest activity around this one with a trait, implementations included; null for none. Known while this one declares.</summary>
    internal Activity? Enclosing(ActivityTraits trait)
    {
        Activity? around = Parent;
        while (around is not null && (around.Traits & trait) == 0)
        {
            around = around.Parent;
        }

        return around;
    }

    /// <summary>Calls the <c>CacheMetadata</c> of the activity's own kind.</summary>
    internal virtual void Declare(ActivityDeclaration declaration)
    {
        CacheMetadata(new ActivityMetadata(declaration));
        declaration.Implementation = Implementation;
    }
}
