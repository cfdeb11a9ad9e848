<?php
// Runs the search of Symfony's own profiler storage. A line with the storage class, its interface and the folder of the
// index come as arguments; each line of the input is a search, each line of the output its time and number of results.
[, $symfony, $folder] = $argv;
require $symfony.'/Profiler/ProfilerStorageInterface.php';
require $symfony.'/Profiler/FileProfilerStorage.php';

$storage = new Symfony\Component\HttpKernel\Profiler\FileProfilerStorage('file:'.$folder);
while (false !== $line = fgets(STDIN)) {
    $search = json_decode($line, true);
    $start = hrtime(true);
    $found = $storage->find($search['ip'] ?? null, $search['url'] ?? null, 10, null, null, null, $search['status'] ?? null);
    $ms = (hrtime(true) - $start) / 1e6;
    echo json_encode(['ms' => $ms, 'found' => count($found)]), "\n";
}
