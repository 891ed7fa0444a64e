using System.Collections.Concurrent;
using System.Runtime.ExceptionServices;

namespace Workflow.Extensions.Hosting.Tests.TestKit;

/// <summary>
/// The exceptions that the process throws from now on, including those that are caught. Code of a host runs without the flow of its caller, so the
/// exceptions of other tests cannot be excluded: tests that use this class belong to <see cref="AloneCollection"/>.
/// </summary>
internal sealed class ThrownExceptions : IDisposable
{
    private readonly ConcurrentQueue<string> _thrown = new();

    public ThrownExceptions() => AppDomain.CurrentDomain.FirstChanceException += Add;

    public void Dispose() => AppDomain.CurrentDomain.FirstChanceException -= Add;

    /// <summary>Returns the first exceptions with the places where they were thrown; empty if there are none.</summary>
    public override string ToString() => string.Join(Environment.NewLine, _thrown.Take(3));

    private void Add(object? sender, FirstChanceExceptionEventArgs args) =>
        _thrown.Enqueue($"{args.Exception.GetType().Name}{Environment.NewLine}{Environment.StackTrace}");
}
