using System.Collections.Immutable;
using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Workflow.Analyzers.Tests.Kit;

/// <summary>Compiles code against the current build of the library and runs all analyzers.</summary>
internal static class Analysis
{
    private const string Usings = """
        global using System;
        global using System.Collections.Generic;
        global using System.Collections.ObjectModel;
        global using System.IO;
        global using System.Linq;
        global using System.Threading;
        global using System.Threading.Tasks;
        """;

    private const string EngineUsings = """
        global using Workflow;
        global using Workflow.Expressions;
        global using Workflow.Statements;
        global using Workflow.Hosting;
        global using Activity = Workflow.Activity;
        global using ActivityContext = Workflow.ActivityContext;
        global using Parallel = Workflow.Statements.Parallel;
        """;

    /// <summary>The assemblies of the test process: .NET, ASP.NET Core and the packages of the repository.</summary>
    private static readonly ImmutableArray<MetadataReference> References =
        [.. ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator).Select(path => MetadataReference.CreateFromFile(path))];

    public static ImmutableArray<DiagnosticAnalyzer> Analyzers { get; } =
    [
        .. typeof(Rules).Assembly.GetTypes().Where(type => !type.IsAbstract && type.IsAssignableTo(typeof(DiagnosticAnalyzer)))
            .Select(type => (DiagnosticAnalyzer)Activator.CreateInstance(type, nonPublic: true)!),
    ];

    public static CSharpCompilation Compile(IEnumerable<SyntaxTree> trees, bool withEngine = true) => CSharpCompilation.Create(
        "Analyzed",
        [.. trees, Parse(Usings + Environment.NewLine + (withEngine ? EngineUsings : string.Empty), "Usings.cs")],
        withEngine ? References : References.Where(reference => !Path.GetFileName(reference.Display!).StartsWith("Workflow.", StringComparison.Ordinal)),
        new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, nullableContextOptions: NullableContextOptions.Enable, allowUnsafe: true));

    public static SyntaxTree Parse(string code, string path) => CSharpSyntaxTree.ParseText(code, new CSharpParseOptions(LanguageVersion.Latest), path);

    public static async Task<IReadOnlyList<Diagnostic>> DiagnosticsOfAsync(Compilation compilation)
    {
        CompilationWithAnalyzers analysis = compilation.WithAnalyzers(Analyzers, new CompilationWithAnalyzersOptions(
            new AnalyzerOptions([]),
            onAnalyzerException: (exception, analyzer, _) => throw new InvalidOperationException($"'{analyzer}' has failed.", exception),
            concurrentAnalysis: true,
            logAnalyzerExecutionTime: false));
        return [.. (await analysis.GetAnalyzerDiagnosticsAsync()).OrderBy(diagnostic => diagnostic.Location.SourceSpan.Start)];
    }

    /// <summary>Runs the analyzers on the code and returns their diagnostics. Fails if the code does not compile.</summary>
    public static async Task<IReadOnlyList<Diagnostic>> RunAsync(string code)
    {
        CSharpCompilation compilation = Compile([Parse(code, "Code.cs")]);
        Assert.Empty(compilation.GetDiagnostics().Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error));
        return await DiagnosticsOfAsync(compilation);
    }

    /// <summary>
    /// Asserts that the analyzers report exactly the marked lines of the code. The comment <c>/*WF0001*/</c> marks a diagnostic of its line.
    /// </summary>
    public static async Task VerifyAsync(string code)
    {
        string[] lines = code.ReplaceLineEndings("\n").Split('\n');
        IEnumerable<string> expected = lines.SelectMany((line, index) => System.Text.RegularExpressions.Regex.Matches(line, @"/\*(WF\d+)\*/")
            .Select(match => $"{match.Groups[1].Value} in line {(index + 1).ToString(CultureInfo.InvariantCulture)}: {line.Trim()}"));
        IEnumerable<string> found = (await RunAsync(code)).Select(diagnostic =>
        {
            int line = diagnostic.Location.GetLineSpan().StartLinePosition.Line;
            return $"{diagnostic.Id} in line {(line + 1).ToString(CultureInfo.InvariantCulture)}: {lines[line].Trim()}";
        });
        Assert.Equal(expected, found);
    }
}
