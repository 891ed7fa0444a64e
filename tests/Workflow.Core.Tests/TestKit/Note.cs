namespace Workflow.Core.Tests.TestKit;

/// <summary>Logs a text that is evaluated in the scope around it, as an argument.</summary>
internal sealed class Note : CodeActivity
{
    private readonly Log _log;

    public Note(Log log, Func<ActivityContext, string> text)
    {
        _log = log;
        Text = new InArgument<string>(text);
    }

    public InArgument<string> Text { get; set; }

    protected override void Execute(CodeActivityContext context) => _log.Add(Text.Get(context)!);
}
