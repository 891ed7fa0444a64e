using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Workflow.Analyzers;

/// <summary>The parts of the enclosing code that a lambda or a local function uses.</summary>
/// <param name="variable">The name of a local variable or parameter; null if the function uses none.</param>
/// <param name="hasThis">True if the function uses the enclosing object.</param>
internal readonly struct Captures(string? variable, bool hasThis)
{
    public string? Variable { get; } = variable;

    public bool HasThis { get; } = hasThis;

    public static Captures Of(IOperation function)
    {
        string? variable = null;
        bool hasThis = false;
        foreach (IOperation operation in function.Descendants())
        {
            switch (operation)
            {
                case ILocalReferenceOperation { Local: { IsConst: false } local } when IsOutside(local, function):
                    variable ??= local.Name;
                    break;
                case IParameterReferenceOperation { Parameter: { } parameter } when IsOutside(parameter, function):
                    // A parameter of a primary constructor is a field of the object.
                    if (IsOfPrimaryConstructor(parameter))
                    {
                        hasThis = true;
                    }
                    else
                    {
                        variable ??= parameter.Name;
                    }

                    break;
                case IInstanceReferenceOperation { ReferenceKind: InstanceReferenceKind.ContainingTypeInstance }:
                    hasThis = true;
                    break;
                case IInvocationOperation { TargetMethod: { MethodKind: MethodKind.LocalFunction, IsStatic: false } }:
                    // The other local function is not examined; it may use the enclosing object.
                    hasThis = true;
                    break;
                default:
                    break;
            }
        }

        return new Captures(variable, hasThis);
    }

    private static bool IsOutside(ISymbol symbol, IOperation function) => !symbol.DeclaringSyntaxReferences.Any(
        reference => reference.SyntaxTree == function.Syntax.SyntaxTree && function.Syntax.Span.Contains(reference.Span));

    private static bool IsOfPrimaryConstructor(IParameterSymbol parameter) =>
        parameter.ContainingSymbol is IMethodSymbol { MethodKind: MethodKind.Constructor } constructor
        && constructor.DeclaringSyntaxReferences.Any(reference => reference.GetSyntax() is Microsoft.CodeAnalysis.CSharp.Syntax.TypeDeclarationSyntax);
}
