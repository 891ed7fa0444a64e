using System.Collections.Concurrent;
using System.Runtime.ExceptionServices;

namespace Workflow.Extensions.Hosting.Tests.TestKit;

/// <summary>The exceptions that the code throws which the creator calls from now on, also those that are caught. Other tests of the process throw at the same time, so it follows the flow of the calls.</summary>
internal sealed class ThrownExceptions : IDisposable
{
    private static readonly AsyncLocal<ThrownExceptions?> Current = new();

    private readonly ConcurrentQueue<string> _thrown = new();

    public ThrownExceptions()
    {
        Current.Value = this;
        AppDomain.CurrentDomain.FirstChanceException += Add;
    }

    public void Dispose()
    {
        AppDomain.CurrentDomain.FirstChanceException -= Add;
        Current.Value = null;
    }

    /// <summary>The first of them with the places where they were thrown; empty: there are none.</summary>
    public override string ToString() => string.Join(Environment.NewLine, _thrown.Take(3));

    private void Add(object? sender, FirstChanceExceptionEventArgs args)
    {
        if (Current.Value == this)
        {
            _thrown.Enqueue($"{args.Exception.GetType().Name}{Environment.NewLine}{Environment.StackTrace}");
        }
    }
}
