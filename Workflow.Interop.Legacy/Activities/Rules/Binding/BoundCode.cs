using System.Linq.Expressions;
using System.Runtime.CompilerServices;

namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>
/// A validated expression or statement. It is compiled only after a number of calls: compiling costs as much as some thousand interpreted calls, and many rules
/// of large sets run only once. Deep code stays interpreted: the just-in-time compiler is recursive, and a stack overflow ends the process. Thread-safe.
/// </summary>
internal sealed class BoundCode<T>
    where T : Delegate
{
    /// <summary>
    /// The maximum number of levels that can be compiled on the stack that <see cref="RuntimeHelpers.TryEnsureSufficientExecutionStack"/> guarantees.
    /// </summary>
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

    /// <summary>The code for one call. Each read counts as a call.</summary>
    public T Current
    {
        get
        {
            // Without a lock, two threads may both count or compile. The result is the same.
            if (_calls < CallsBeforeCompiling && ++_calls == CallsBeforeCompiling && _canCompile && RuntimeHelpers.TryEnsureSufficientExecutionStack())
            {
                _current = _lambda.Compile();
            }

            return _current ??= _mustCompile ? Compile() : _lambda.Compile(preferInterpretation: true);
        }
    }

    /// <summary>Compiles code that the interpreter would execute incorrectly, because it changes a struct. Such code is not deep.</summary>
    private T Compile()
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        return _lambda.Compile();
    }
}
