using OrderApproval.Credit;
using OrderApproval.Tests.Credit;
using Workflow.Testing;

namespace OrderApproval.Tests;

/// <summary>Runs the program on its own temporary store and captures its output.</summary>
internal sealed class CommandFixture : IDisposable
{
    private static readonly DateTimeOffset Now = new(2025, 3, 4, 9, 15, 2, 125, TimeSpan.Zero);

    private readonly StringWriter _output = new();
    private readonly StringWriter _error = new();

    public TemporaryStore Store { get; } = new();

    public string Output => _output.ToString();

    public string Error => _error.ToString();

    /// <summary>Runs the program once, on the store that the earlier runs have left.</summary>
    public Task<int> RunAsync(
        string[] args,
        CreditService? credit = null,
        TextReader? input = null,
        TimeProvider? time = null,
        CancellationToken cancellationToken = default) =>
        new ApprovalCommand(new Terminal(_output, _error, input), credit ?? StubCreditService.Generous, time ?? new VirtualTimeProvider(Now))
            .RunAsync(["--store", Store.File, .. args], cancellationToken);

    /// <summary>Discards the captured output.</summary>
    public void Clear()
    {
        _output.GetStringBuilder().Clear();
        _error.GetStringBuilder().Clear();
    }

    public void Dispose()
    {
        _output.Dispose();
        _error.Dispose();
        Store.Dispose();
    }
}
