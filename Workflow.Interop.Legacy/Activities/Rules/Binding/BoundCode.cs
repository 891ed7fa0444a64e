using System.Linq.Expressions;
using System.Runtime.CompilerServices;

namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>
/// An expression or statement that was validated. It is interpreted at first: compiling costs as much as some thousand interpreted calls, and many rules of large sets run once. The
/// just-in-time compiler is recursive, and a stack overflow ends the process: deep code stays interpreted. Safe for all threads.
/// </summary>
internal sealed class BoundCode<T>
    where T : Delegate
{
    /// <summary>The levels that can be compiled on the stack that <see cref="RuntimeHelpers.TryEnsureSufficientExecutionStack"/> finds.</summary>
    public const int DeepestCompiled = 100;

    private const int CallsBeforeCompiling = 64;

    private readonly Expression<T> _lambda;
    private readonly bool _canCompile;
    private readonly bool _mustCompile;
    private T? _current;
    private int _calls;

    public BoundCode(object source, Expression<T> lambda, Usage usage, int levels, bool mustCompile)
    {
        Source = source;
        Usage = usage;
        _lambda = lambda;
        _canCompile = levels <= DeepestCompiled && !mustCompile && RuntimeFeature.IsDynamicCodeSupported;
        _mustCompile = mustCompile;
    }

    /// <summary>The expression or statement.</summary>
    public object Source { get; }

    public Usage Usage { get; }

    /// <summary>The code for one call.</summary>
    public T Current
    {
        get
        {
            // Two threads can both count or compile: the result is the same.
            if (_calls < CallsBeforeCompiling && ++_calls == CallsBeforeCompiling && _canCompile && RuntimeHelpers.TryEnsureSufficientExecutionStack())
            {
                _current = _lambda.Compile();
            }

            return _current ??= _mustCompile ? Compile() : _lambda.Compile(preferInterpretation: true);
        }
    }

    /// <summary>Compiles code that would be wrong if it was interpreted. It is not deep.</summary>
    private T Compile()
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        return _lambda.Compile();
    }
}
