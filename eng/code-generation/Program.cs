using Workflow.CodeGeneration;

// Run from the repository's root: dotnet run --project eng/code-generation
foreach ((string path, string text) in GeneratedFiles.Render())
{
    File.WriteAllText(path, text);
    Console.WriteLine(path);
}
