namespace Workflow.Core.Tests.TestKit;

/// <summary>An expression that runs as an ordinary child of its owner. Logs its name and returns a value that the test computes.</summary>
internal sealed class Compute<T> : NativeActivity<T>
{
    private readonly Log _log;
    private readonly Func<NativeActivityContext, T> _value;

    public Compute(Log log, string name, Func<NativeActivityContext, T> value)
    {
        _log = log;
        _value = value;
        DisplayName = name;
    }

    protected override void Execute(NativeActivityContext context)
    {
        _log.Add(DisplayName);
        Result!.Set(context, _value(context));
    }
}
