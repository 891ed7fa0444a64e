namespace Workflow.Core.Tests.Differential.Specs;

/// <summary>What a workflow with execution properties, handles, bookmark scopes and delegates of many kinds is made of beside the rest.</summary>
internal abstract record SurroundingSpec : ActivitySpec;

/// <summary>Adds properties, and runs one child and then the other; between them a property may be removed.</summary>
internal sealed record PropertiesSpec(PropertySpec[] Properties, ActivitySpec? First, ActivitySpec? Second, bool RemovesBetween) : SurroundingSpec;

/// <summary>One property.</summary>
/// <param name="Kind">What it does beside being there.</param>
/// <param name="Name">Few names, so that they shadow each other.</param>
/// <param name="IsForPublic">Hidden from implementations.</param>
/// <param name="FailsAt">The set-up or clean-up that throws, counted from 1, or any number for a registration; 0: none.</param>
/// <param name="FailsLate">The clean-up throws, and not the set-up; the end of the registration, and not its beginning.</param>
internal sealed record PropertySpec(PropertyKind Kind, int Name, bool IsForPublic, int FailsAt, bool FailsLate) : Spec;

internal enum PropertyKind
{
    Plain,
    Thread,
    Registered,
}

/// <summary>A code activity that notes what properties it sees.</summary>
internal sealed record LookSpec : SurroundingSpec;

/// <summary>A handle around a body: of a variable of a sequence, or of the shipped activity that also registers it.</summary>
internal sealed record HandleSpec(ActivitySpec? Body, HandleKind Kind, bool IsRegistered) : SurroundingSpec;

internal enum HandleKind
{
    Plain,
    FailsAtBegin,
    FailsAtEnd,
}

/// <summary>A bookmark scope around a body, which may be under an exclusive handle.</summary>
internal sealed record BookmarkScopeSpec(ActivitySpec? Body, bool IsExclusive) : SurroundingSpec;

/// <summary>Waits at a bookmark that others may reach: by a name of which there are few, or by its object.</summary>
internal sealed record WaiterSpec(WaiterPlace Place, int Name, BookmarkOptions Options, Deed AtResume) : SurroundingSpec;

internal enum WaiterPlace
{
    Named,
    Numbered,
    DefaultScope,
    InnermostScope,
}

/// <summary>Does something to a bookmark that a <see cref="WaiterSpec"/> may have created.</summary>
internal sealed record ReachSpec(ReachAct Act, int Name) : SurroundingSpec;

internal enum ReachAct
{
    ResumeNamed,
    ResumeNumbered,
    RemoveNamed,
    RemoveNumbered,
    RemoveInScope,
}

/// <summary>The shipped activity that runs any delegate; without a body, or without a delegate at all, its default.</summary>
internal sealed record InvokeDelegateSpec(ValueSpec Argument, PlaceSpec Result, ActivitySpec? Body, ActivitySpec? Default, bool HasNoDelegate) : SurroundingSpec;

/// <summary>An activity whose implementation runs a delegate that its user fills.</summary>
internal sealed record TemplateSpec(ValueSpec Argument, ActivitySpec? Body) : SurroundingSpec;
