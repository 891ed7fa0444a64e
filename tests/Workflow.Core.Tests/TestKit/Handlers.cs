namespace Workflow.Core.Tests.TestKit;

/// <summary>Delegates written the short way.</summary>
internal static class Handlers
{
    public static ActivityAction<T> Action<T>(Func<DelegateInArgument<T>, Activity> handler)
    {
        DelegateInArgument<T> argument = new();
        return new ActivityAction<T> { Argument = argument, Handler = handler(argument) };
    }
}
