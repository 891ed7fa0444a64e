namespace Workflow;

/// <summary>An activity that yields a value: the base of every expression.</summary>
public abstract class ActivityWithResult : Activity
{
    private protected ActivityWithResult()
    {
    }

    /// <summary>The type of the value.</summary>
    public Type ResultType => ResultTypeCore;

    /// <summary>Where the value goes when the activity is used as a statement; null: nowhere.</summary>
    public OutArgument? Result
    {
        get => ResultCore;
        set => ResultCore = value;
    }

    /// <summary>The declared result argument of the last walk.</summary>
    internal RuntimeArgument? ResultArgument { get; set; }

    /// <summary>What a debugger shows of an argument or default that this computes; null: what it shows of any activity.</summary>
    internal virtual string? DebuggerValue => null;

    internal abstract OutArgument CreateResult();

    internal abstract Type ResultTypeCore { get; }

    internal abstract OutArgument? ResultCore { get; set; }

    /// <summary>Whether an argument or a variable default evaluates this inside its owner's own step, without an instance (rule 4.11).</summary>
    internal virtual bool IsInline => false;

    /// <summary>The step that points an argument at the location that this yields.</summary>
    internal virtual RedirectStep RedirectStep(int slot) => new(this, slot);

    /// <summary>Evaluates an inline expression that yields a location.</summary>
    internal virtual Location EvaluateLocation(ActivityContext context) => throw new NotSupportedException();

    /// <summary>Calls a typed completion callback with the value that <paramref name="result"/> holds.</summary>
    internal abstract void InvokeCompletion(Delegate callback, NativeActivityContext context, ActivityInstance completed, Location? result);

    /// <summary>Whether the expression yields a location, as the expression of an out or in-out argument does.</summary>
    internal abstract bool YieldsLocation { get; }
}
