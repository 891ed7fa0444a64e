using Microsoft.CodeAnalysis;

namespace Workflow.Analyzers;

/// <summary>The members of .NET that wait for a time, block the thread or read a clock, by symbol.</summary>
internal sealed class WaitMembers
{
    private readonly Dictionary<ISymbol, Dictionary<string, DiagnosticDescriptor>> _members = new(SymbolEqualityComparer.Default);
    private readonly INamedTypeSymbol? _timeProvider;

    public WaitMembers(Compilation compilation)
    {
        _timeProvider = compilation.GetTypeByMetadataName("System.TimeProvider");
        Add(compilation, Rules.MachineClock, "System.DateTime", "Now", "UtcNow", "Today");
        Add(compilation, Rules.MachineClock, "System.DateTimeOffset", "Now", "UtcNow");
        Add(compilation, Rules.TaskDelay, "System.Threading.Tasks.Task", "Delay");
        Add(compilation, Rules.BlockingWait, "System.Threading.Tasks.Task", "Wait", "WaitAll", "WaitAny");
        Add(compilation, Rules.BlockingWait, "System.Threading.Tasks.Task`1", "Result");
        Add(compilation, Rules.BlockingWait, "System.Threading.Tasks.ValueTask`1", "Result");
        Add(compilation, Rules.BlockingWait, "System.Threading.Thread", "Sleep", "Join", "SpinWait");
        Add(compilation, Rules.BlockingWait, "System.Threading.WaitHandle", "WaitOne", "WaitAll", "WaitAny");
        Add(compilation, Rules.BlockingWait, "System.Threading.ManualResetEventSlim", "Wait");
        Add(compilation, Rules.BlockingWait, "System.Threading.SemaphoreSlim", "Wait");
        Add(compilation, Rules.BlockingWait, "System.Threading.CountdownEvent", "Wait");
        Add(compilation, Rules.BlockingWait, "System.Threading.Barrier", "SignalAndWait");
        Add(compilation, Rules.BlockingWait, "System.Threading.Monitor", "Wait");
        Add(compilation, Rules.BlockingWait, "System.Runtime.CompilerServices.TaskAwaiter", "GetResult");
        Add(compilation, Rules.BlockingWait, "System.Runtime.CompilerServices.TaskAwaiter`1", "GetResult");
        Add(compilation, Rules.BlockingWait, "System.Runtime.CompilerServices.ValueTaskAwaiter", "GetResult");
        Add(compilation, Rules.BlockingWait, "System.Runtime.CompilerServices.ValueTaskAwaiter`1", "GetResult");
        Add(compilation, Rules.BlockingWait, "System.Runtime.CompilerServices.ConfiguredTaskAwaitable+ConfiguredTaskAwaiter", "GetResult");
        Add(compilation, Rules.BlockingWait, "System.Runtime.CompilerServices.ConfiguredTaskAwaitable`1+ConfiguredTaskAwaiter", "GetResult");
    }

    /// <summary>Returns the rule that a member breaks; null for any other member.</summary>
    public DiagnosticDescriptor? RuleOf(ISymbol member)
    {
        if (member.ContainingType is not { } type || !_members.TryGetValue(type.OriginalDefinition, out Dictionary<string, DiagnosticDescriptor>? names)
            || !names.TryGetValue(member.Name, out DiagnosticDescriptor? rule))
        {
            return null;
        }

        // A delay with the clock of the host is intended, and a test controls it.
        return ReferenceEquals(rule, Rules.TaskDelay) && ((IMethodSymbol)member).Parameters.Any(parameter => EngineTypes.Is(parameter.Type, _timeProvider))
            ? null
            : rule;
    }

    private void Add(Compilation compilation, DiagnosticDescriptor rule, string type, params string[] names)
    {
        if (compilation.GetTypeByMetadataName(type) is not { } symbol)
        {
            return;
        }

        if (!_members.TryGetValue(symbol, out Dictionary<string, DiagnosticDescriptor>? members))
        {
            _members[symbol] = members = [];
        }

        foreach (string name in names)
        {
            members[name] = rule;
        }
    }
}
