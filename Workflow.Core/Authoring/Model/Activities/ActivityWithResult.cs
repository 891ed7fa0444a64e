namespace Workflow;

/// <summary>An activity that returns a value: the base class of all expressions.</summary>
public abstract class ActivityWithResult : Activity
{
    private protected ActivityWithResult()
    {
    }

    /// <summary>The type of the value.</summary>
    public Type ResultType => ResultTypeCore;

    /// <summary>The out argument that receives the value if the activity is used as a statement; null for none.</summary>
    public OutArgument? Result
    {
        get => ResultCore;
        set => ResultCore = value;
    }

    /// <summary>The result argument that the last walk declared.</summary>
    internal RuntimeArgument? ResultArgument { get; set; }

    /// <summary>The debugger text of an argument or default with this expression; null for the text that any activity has.</summary>
    internal virtual string? DebuggerValue => null;

    internal abstract OutArgument CreateResult();

    internal abstract Type ResultTypeCore { get; }

    internal abstract OutArgument? ResultCore { get; set; }

    /// <summary>True if an argument or variable default evaluates the expression in the step of its owner, without an instance (rule 4.11).</summary>
    internal virtual bool IsInline => false;

    /// <summary>Creates the step that binds an argument to the location that the expression returns.</summary>
    internal virtual LocationBinding CreateLocationBinding(int slot) => new(this, slot);

    /// <summary>Evaluates an inline expression that returns a location.</summary>
    internal virtual Location EvaluateLocation(ActivityContext context) => throw new NotSupportedException();

    /// <summary>Calls a typed completion callback with the value of <paramref name="result"/>.</summary>
    internal abstract void InvokeCompletion(Delegate callback, NativeActivityContext context, ActivityInstance completed, Location? result);

    /// <summary>True if the expression returns a location, like the expression of an out or in-out argument.</summary>
    internal abstract bool YieldsLocation { get; }
}
