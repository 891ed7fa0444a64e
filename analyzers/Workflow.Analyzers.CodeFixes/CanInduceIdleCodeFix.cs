using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Formatting;

namespace Workflow.Analyzers;

/// <summary>Adds an override of CanInduceIdle (WF0001).</summary>
[ExportCodeFixProvider(LanguageNames.CSharp)]
[Shared]
internal sealed class CanInduceIdleCodeFix : CodeFixProvider
{
    public override System.Collections.Immutable.ImmutableArray<string> FixableDiagnosticIds => [Rules.BookmarkWithoutCanInduceIdle.Id];

    public override FixAllProvider? GetFixAllProvider() => null;

    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        SyntaxNode? root = await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false);
        if (root?.FindNode(context.Span).FirstAncestorOrSelf<ClassDeclarationSyntax>() is { } type)
        {
            context.RegisterCodeFix(
                CodeAction.Create("Override CanInduceIdle", _ => Task.FromResult(Fix(context.Document, root, type)), nameof(CanInduceIdleCodeFix)),
                context.Diagnostics);
        }
    }

    private static Document Fix(Document document, SyntaxNode root, ClassDeclarationSyntax type)
    {
        MemberDeclarationSyntax member = SyntaxFactory.ParseMemberDeclaration("protected override bool CanInduceIdle => true;")!
            .WithLeadingTrivia(SyntaxFactory.ElasticCarriageReturnLineFeed)
            .WithTrailingTrivia(SyntaxFactory.ElasticCarriageReturnLineFeed, SyntaxFactory.ElasticCarriageReturnLineFeed)
            .WithAdditionalAnnotations(Formatter.Annotation);

        // Inserted before the first method, after fields, constructors and properties.
        int index = type.Members.IndexOf(existing => existing is MethodDeclarationSyntax);
        return document.WithSyntaxRoot(root.ReplaceNode(type, type.WithMembers(type.Members.Insert(index < 0 ? type.Members.Count : index, member))));
    }
}
