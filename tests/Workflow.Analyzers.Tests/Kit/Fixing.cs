using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Formatting;

namespace Workflow.Analyzers.Tests.Kit;

/// <summary>Applies a code fix to the first diagnostic, as an editor does.</summary>
internal static class Fixing
{
    /// <summary>Returns the changed code, which must compile without the diagnostic. Null if the fix offers no action.</summary>
    public static async Task<string?> ApplyAsync(CodeFixProvider provider, string code)
    {
        Diagnostic diagnostic = (await Analysis.RunAsync(code)).First(found => provider.FixableDiagnosticIds.Contains(found.Id));
        using AdhocWorkspace workspace = new();
        Document document = workspace.AddProject("Fixed", LanguageNames.CSharp)
            .WithParseOptions(new CSharpParseOptions(LanguageVersion.Latest))
            .AddDocument("Code.cs", code);
        List<CodeAction> actions = [];
        await provider.RegisterCodeFixesAsync(new CodeFixContext(
            document, Located(diagnostic, (await document.GetSyntaxTreeAsync())!), (action, _) => actions.Add(action), CancellationToken.None));
        if (actions.Count == 0)
        {
            return null;
        }

        ApplyChangesOperation change = Assert.Single((await Assert.Single(actions).GetOperationsAsync(CancellationToken.None)).OfType<ApplyChangesOperation>());
        Document changed = await Formatter.FormatAsync(change.ChangedSolution.GetDocument(document.Id)!, Formatter.Annotation);
        string result = (await changed.GetTextAsync()).ToString().ReplaceLineEndings("\n");
        Assert.DoesNotContain(await Analysis.RunAsync(result), found => found.Id == diagnostic.Id);
        return result;
    }

    /// <summary>Returns the same diagnostic with a location in the tree of the document.</summary>
    private static Diagnostic Located(Diagnostic diagnostic, SyntaxTree tree)
    {
        Microsoft.CodeAnalysis.Location location = Microsoft.CodeAnalysis.Location.Create(tree, diagnostic.Location.SourceSpan);
        return Diagnostic.Create(diagnostic.Descriptor, location, properties: diagnostic.Properties);
    }
}
