namespace Workflow.Core.Tests.Differential.Specs;

/// <summary>The base of the specs that occur only in a workflow with execution properties, handles, bookmark scopes and delegates.</summary>
internal abstract record SurroundingSpec : ActivitySpec;

/// <summary>Adds properties, and runs two children in sequence; between them it may remove a property.</summary>
internal sealed record PropertiesSpec(PropertySpec[] Properties, ActivitySpec? First, ActivitySpec? Second, bool RemovesBetween) : SurroundingSpec;

/// <summary>One property.</summary>
/// <param name="Kind">The callbacks of the property.</param>
/// <param name="Name">The number of the name. There are few names, so that properties shadow each other.</param>
/// <param name="IsForPublic">True if the property is hidden from implementations.</param>
/// <param name="FailsAt">The set-up or clean-up that throws, counted from 1; any positive number for a registration. Zero if none throws.</param>
/// <param name="FailsLate">True if the clean-up throws instead of the set-up, or the end of the registration instead of its beginning.</param>
internal sealed record PropertySpec(PropertyKind Kind, int Name, bool IsForPublic, int FailsAt, bool FailsLate) : Spec;

internal enum PropertyKind
{
    Plain,
    Thread,
    Registered,
}

/// <summary>A code activity that logs the properties that it sees.</summary>
internal sealed record LookSpec : SurroundingSpec;

/// <summary>A handle around a body: the handle of a variable of a sequence, or of the shipped activity that also registers the handle.</summary>
internal sealed record HandleSpec(ActivitySpec? Body, HandleKind Kind, bool IsRegistered) : SurroundingSpec;

internal enum HandleKind
{
    Plain,
    FailsAtBegin,
    FailsAtEnd,
}

/// <summary>A bookmark scope around a body, which may have an exclusive handle.</summary>
internal sealed record BookmarkScopeSpec(ActivitySpec? Body, bool IsExclusive) : SurroundingSpec;

/// <summary>Waits at a bookmark that other activities can reach, either by name (there are few names) or by object.</summary>
internal sealed record WaiterSpec(WaiterPlace Place, int Name, BookmarkOptions Options, Deed AtResume) : SurroundingSpec;

internal enum WaiterPlace
{
    Named,
    Numbered,
    DefaultScope,
    InnermostScope,
}

/// <summary>Resumes or removes a bookmark that a <see cref="WaiterSpec"/> may have created.</summary>
internal sealed record ReachSpec(ReachAct Act, int Name) : SurroundingSpec;

internal enum ReachAct
{
    ResumeNamed,
    ResumeNumbered,
    RemoveNamed,
    RemoveNumbered,
    RemoveInScope,
}

/// <summary>The shipped activity that runs any delegate. Without a body or without a delegate, it runs its default.</summary>
internal sealed record InvokeDelegateSpec(
    ValueSpec Argument,
    PlaceSpec Result,
    ActivitySpec? Body,
    ActivitySpec? Default,
    bool HasNoDelegate) : SurroundingSpec;

/// <summary>An activity whose implementation runs a delegate that the user of the activity supplies.</summary>
internal sealed record TemplateSpec(ValueSpec Argument, ActivitySpec? Body) : SurroundingSpec;
