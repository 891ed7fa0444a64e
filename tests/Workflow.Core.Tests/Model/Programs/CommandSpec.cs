using Workflow.Core.Tests.Differential.Specs;

namespace Workflow.Core.Tests.Model.Programs;

/// <summary>
/// One operation of user code. A command selects its object by an index modulo the number of objects, so the command stays valid when the shrinker removes
/// other parts of the program.
/// </summary>
internal abstract record CommandSpec : Spec
{
    /// <summary>True if a code activity can perform the command.</summary>
    public virtual bool IsForCode => false;

    public abstract string Text { get; }

    /// <summary>Performs the command. Returns the result for the log, or null if there is no object to perform the command on.</summary>
    public abstract string? Do(Call call);
}

internal sealed record Schedule(int Child, bool TellsCompletion, bool TellsFault) : CommandSpec
{
    public override string Text => $"schedule {Child}{(TellsCompletion ? " onCompleted" : null)}{(TellsFault ? " onFaulted" : null)}";

    public override string? Do(Call call)
    {
        if (call.Node.Children.Length == 0)
        {
            return null;
        }

        object instance = call.Door.Schedule(Child % call.Node.Children.Length, TellsCompletion, TellsFault);
        call.Session.Keep(instance);
        return call.Door.Describe(instance);
    }
}

/// <param name="Name">The index of the name; 0 for an unnamed bookmark.</param>
/// <param name="Options">The <see cref="BookmarkOptions"/> as a number. Ignored for a named bookmark without callback (rule 8.2).</param>
/// <param name="HasCallback">True if the bookmark has a callback; false if its resumption only wakes the activity.</param>
internal sealed record CreateBookmark(int Name, int Options, bool HasCallback) : CommandSpec
{
    public override string Text => $"create bookmark {Call.NameOf(Name) ?? "(unnamed)"} {Applied}{(HasCallback ? " callback" : null)}";

    private BookmarkOptions Applied => HasCallback || Call.NameOf(Name) is null ? (BookmarkOptions)Options : BookmarkOptions.None;

    public override string? Do(Call call) =>
        $"bookmark {call.Session.KeepBookmark(call.Door.CreateBookmark(Call.NameOf(Name), Applied, HasCallback))}";
}

internal sealed record ResumeNamed(int Name) : CommandSpec
{
    public override string Text => $"resume {Call.NameOf(Name) ?? "z"}";

    public override string? Do(Call call) => call.Door.ResumeNamed(Call.NameOf(Name) ?? "z");
}

internal sealed record ResumeKept(int Which) : CommandSpec
{
    public override string Text => $"resume kept {Which}";

    public override string? Do(Call call) => call.Session.PickBookmark(Which) is { } bookmark ? call.Door.Resume(bookmark) : null;
}

internal sealed record RemoveNamed(int Name) : CommandSpec
{
    public override string Text => $"remove {Call.NameOf(Name) ?? "z"}";

    public override string? Do(Call call) => $"{call.Door.RemoveNamed(Call.NameOf(Name) ?? "z")}";
}

internal sealed record RemoveKept(int Which) : CommandSpec
{
    public override string Text => $"remove kept {Which}";

    public override string? Do(Call call) => call.Session.PickBookmark(Which) is { } bookmark ? $"{call.Door.Remove(bookmark)}" : null;
}

internal sealed record RemoveAll : CommandSpec
{
    public override string Text => "remove all";

    public override string? Do(Call call)
    {
        call.Door.RemoveAll();
        return "done";
    }
}

internal sealed record CancelChild(Target Target, int Which) : CommandSpec
{
    public override string Text => $"cancel {Target} {Which}";

    public override string? Do(Call call)
    {
        if (call.Pick(Target, Which) is not { } instance)
        {
            return null;
        }

        call.Door.CancelChild(instance);
        return call.Door.Describe(instance);
    }
}

internal sealed record CancelChildren : CommandSpec
{
    public override string Text => "cancel children";

    public override string? Do(Call call)
    {
        call.Door.CancelChildren();
        return "done";
    }
}

internal sealed record AbortChild(Target Target, int Which, bool HasReason) : CommandSpec
{
    public override string Text => $"abort {Target} {Which}{(HasReason ? " reason" : null)}";

    public override string? Do(Call call)
    {
        if (call.Pick(Target, Which) is not { } instance)
        {
            return null;
        }

        call.Door.AbortChild(instance, HasReason ? new ScriptedException("reason") : null);
        return call.Door.Describe(instance);
    }
}

internal sealed record MarkCanceled : CommandSpec
{
    public override string Text => "mark canceled";

    public override string? Do(Call call)
    {
        call.Door.MarkCanceled();
        return "done";
    }
}

internal sealed record ListChildren : CommandSpec
{
    public override string Text => "children";

    public override string? Do(Call call) => string.Join(", ", call.Door.Children().Select(call.Door.Describe));
}

internal sealed record Throw : CommandSpec
{
    public override bool IsForCode => true;

    public override string Text => "throw";

    public override string? Do(Call call) => throw new ScriptedException($"from {call.Door.Self}");
}

internal sealed record HandleFault : CommandSpec
{
    public override string Text => "handle fault";

    public override string? Do(Call call) => call.Door.HandleFault() ? "done" : null;
}

internal sealed record AbortWorkflow(bool HasReason) : CommandSpec
{
    public override string Text => $"abort workflow{(HasReason ? " reason" : null)}";

    public override string? Do(Call call)
    {
        call.Door.AbortWorkflow(HasReason ? new ScriptedException($"abort by {call.Door.Self}") : null);
        return "done";
    }
}

internal sealed record CancelWorkflow : CommandSpec
{
    public override bool IsForCode => true;

    public override string Text => "cancel workflow";

    public override string? Do(Call call)
    {
        call.Door.CancelWorkflow();
        return "done";
    }
}

/// <summary>Uses a context after the call that received the context has returned (rule 1.11).</summary>
internal sealed record UseOldContext(int Which, int What) : CommandSpec
{
    public override string Text => $"use old context {Which} for {What}";

    public override string? Do(Call call)
    {
        if (call.Session.PickOldDoor(Which) is { } door)
        {
            door.Touch(What);
        }

        return null;
    }
}

/// <summary>Performs the default <c>Cancel</c>. Does nothing outside of an override of <c>Cancel</c>.</summary>
internal sealed record CancelByDefault : CommandSpec
{
    public override string Text => "base cancel";

    public override string? Do(Call call)
    {
        if (!call.IsCancel)
        {
            return null;
        }

        call.Door.CancelByDefault();
        return "done";
    }
}

/// <summary>The way in which a command selects an instance.</summary>
internal enum Target
{
    /// <summary>The instance that the callback received.</summary>
    Given,

    /// <summary>One of the active children.</summary>
    Child,

    /// <summary>An instance that any activity scheduled before.</summary>
    Kept,
}
